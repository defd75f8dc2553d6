import { remoteConfig } from '@course/federation/build/remote';

export default remoteConfig(import.meta.dirname);
