import { remoteTests } from '@course/presets/vitest';

export default remoteTests('mf-newcomer');
