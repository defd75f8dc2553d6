/** What the owner can put right: shown as its sentence, without a stack. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
}

/** The command was not called as its help says. */
export class UsageError extends OwnerError {}
