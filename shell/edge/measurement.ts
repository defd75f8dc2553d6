import type { RuntimeConfig } from '@course/contracts';
import type { Env } from './env.ts';

type MeasurementEnv = Pick<
  Env,
  'PIXEL_ID' | 'PIXEL_SCRIPT_URL' | 'PIXEL_ORIGINS' | 'CONSENT_MODE' | 'ENTRY_SPLIT' | 'SALES_SPLIT'
>;

/** The part of the runtime configuration that says what is measured; empty by default. */
export const measurementOf = (env: MeasurementEnv): Pick<RuntimeConfig, 'pixel' | 'split'> => ({
  ...(env.PIXEL_ID && { pixel: { id: env.PIXEL_ID, scriptUrl: env.PIXEL_SCRIPT_URL, consent: env.CONSENT_MODE } }),
  ...((env.ENTRY_SPLIT ?? env.SALES_SPLIT) && {
    split: { ...(env.ENTRY_SPLIT && { entry: env.ENTRY_SPLIT }), ...(env.SALES_SPLIT && { sales: env.SALES_SPLIT }) },
  }),
});

/** Origins that the pixel needs in the Content Security Policy: none without an id. */
export const pixelOrigins = (env: MeasurementEnv): string[] =>
  env.PIXEL_ID ? [...new Set([new URL(env.PIXEL_SCRIPT_URL).origin, ...env.PIXEL_ORIGINS])] : [];
