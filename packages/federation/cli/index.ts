export { readCredentials } from './credentials.ts';
export { developRemote, type WatchBuild } from './dev.ts';
export { runRemoteCommand } from './remote.ts';
