export { reactReports, reportRemoteError, reportUncaughtErrors } from './errors.ts';
export { reasonOf, RemoteUnavailable } from './failure.ts';
export { forget, isLoaded, isLoading, load } from './load.ts';
export { provideShared, type SharedModules } from './runtime.ts';
