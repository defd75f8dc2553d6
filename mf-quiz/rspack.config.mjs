import { remoteConfig } from '@course/build/remote';

export default remoteConfig(import.meta.dirname);
