import { remote } from '@course/presets/eslint';

export default remote;
