/** One reason why a build must not be published. */
export interface Refusal {
  /** The file of the build, the address or the screen that it is about. */
  readonly where: string;
  /** What is wrong, as a clause about that place. */
  readonly reason: string;
  /** What its team does about it, in the imperative. */
  readonly remedy: string;
}

export const sentenceOfRefusal = ({ where, reason, remedy }: Refusal): string => `${where}: ${reason}. ${remedy}`;
