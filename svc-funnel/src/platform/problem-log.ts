import type { Logger } from 'pino';

interface FileProblem {
  readonly file: string;
  readonly problem: string;
}

/** Logs what is wrong with files that are read again and again: each problem once, until it is gone. */
export class ProblemLog {
  #known: ReadonlySet<string> = new Set();

  constructor(
    private readonly logger: Logger,
    private readonly message: string,
  ) {}

  /** `problems`: all that there are now. */
  report(problems: readonly FileProblem[]): void {
    const keyOf = ({ file, problem }: FileProblem): string => `${file}: ${problem}`;
    for (const { file, problem } of problems.filter((one) => !this.#known.has(keyOf(one))))
      this.logger.error({ file, problem }, this.message);
    this.#known = new Set(problems.map(keyOf));
  }
}
