import type { Logger } from 'pino';

export interface FileProblem {
  readonly file: string;
  readonly problem: string;
}

/** Logs the problems of files that are read repeatedly: each problem once, until it is gone. */
export class ProblemLog {
  #known: ReadonlySet<string> = new Set();

  constructor(
    private readonly logger: Logger,
    private readonly message: string,
  ) {}

  /** `problems`: all that exist at the moment. */
  report(problems: readonly FileProblem[]): void {
    const keyOf = ({ file, problem }: FileProblem): string => `${file}: ${problem}`;
    for (const { file, problem } of problems.filter((current) => !this.#known.has(keyOf(current))))
      this.logger.error({ file, problem }, this.message);
    this.#known = new Set(problems.map(keyOf));
  }
}
