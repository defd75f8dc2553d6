/** The name of the entry script in every build. */
export const ENTRY_FILE = 'remoteEntry.js';
