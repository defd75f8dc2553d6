/** One reason why a build must not be published. */
export interface Refusal {
  /** The file of the build, the address or the screen concerned. */
  readonly where: string;
  /** What is wrong there, as a clause. */
  readonly reason: string;
  /** What the team should do about it, in the imperative. */
  readonly remedy: string;
}

export const sentenceOfRefusal = ({ where, reason, remedy }: Refusal): string => `${where}: ${reason}. ${remedy}`;
