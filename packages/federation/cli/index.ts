export { developRemote, type WatchBuild } from './dev.ts';
export { runRemoteCommand } from './remote.ts';
