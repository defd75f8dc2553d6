import { chromium, type Browser } from 'playwright-core';
import { chromePath } from '../../env.ts';

const ARGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromePath() ?? '/usr/bin/chromium', args: ARGS });
