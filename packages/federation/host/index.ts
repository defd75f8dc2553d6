export { REACT_ERROR_HANDLERS, reportRemoteError } from './errors.ts';
export { reasonOf, RemoteUnavailable } from './failure.ts';
export { codeResult, forget, isLoaded, load, loadCode, loadResult, loadScreen, preload } from './load.ts';
export { type SharedModules, startRuntime } from './runtime.ts';
