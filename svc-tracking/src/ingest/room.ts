/** What Redis says of its memory, in bytes. */
export interface RedisMemory {
  readonly used: number;
  /** 0 when Redis sets itself no limit. */
  readonly max: number;
  /** Of the machine that Redis runs on; 0 when it does not tell. */
  readonly machine: number;
}

/** Room is kept for what makes room: acknowledgements, dead letters, and the copy that a rewrite of its file needs. */
const SHARE_OF_MAX = 0.8;
const SHARE_OF_MACHINE = 0.5;
/** Once refused, entries are taken again when so much has been freed. Otherwise every other call would be refused. */
const TAKE_AGAIN_BELOW = 0.95;

/** How many bytes Redis may use before page views are refused. `configured` counts where it is lower than what Redis allows itself. */
export const memoryLimit = ({ max, machine }: RedisMemory, configured: number | undefined): number => {
  const allowed = max > 0 ? max * SHARE_OF_MAX : machine > 0 ? machine * SHARE_OF_MACHINE : Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(allowed, configured ?? Number.POSITIVE_INFINITY));
};

/** True while page views are refused. */
export const isFull = (used: number, limit: number, wasFull: boolean): boolean =>
  used >= (wasFull ? limit * TAKE_AGAIN_BELOW : limit);

const field = (info: string, name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);

/** Reads the answer to `INFO memory`. */
export const parseMemory = (info: string): RedisMemory => ({
  used: field(info, 'used_memory'),
  max: field(info, 'maxmemory'),
  machine: field(info, 'total_system_memory'),
});
