/**
 * Moves an entry's bad lines to the dead letters and removes the entry, unless another writer has settled it already:
 * two may hold the same entry when one was thought dead. The lines come in pairs of text and reason.
 * A letter is the script's first write: a full Redis refuses that one, and then nothing has happened.
 */
export const BURY = `
  if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end
  for at = 4, #ARGV, 2 do
    redis.call('XADD', KEYS[2], '*', ARGV[3], ARGV[at], 'reason', ARGV[at + 1], 'streamId', ARGV[2])
  end
  redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
  redis.call('XDEL', KEYS[1], ARGV[2])
  return 1`;
