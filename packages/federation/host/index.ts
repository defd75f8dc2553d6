export { reactReports, reportRemoteError, reportUncaughtErrors } from './errors.ts';
export { reasonOf, RemoteUnavailable } from './failure.ts';
export { forget, isLoaded, isLoading, load, loadResult, preload } from './load.ts';
export { type SharedModules, startRuntime } from './runtime.ts';
