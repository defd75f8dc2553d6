import path from 'node:path';
import { build } from 'vite';

const SERVICE = path.resolve(import.meta.dirname, '..');
const BUNDLES = path.join(SERVICE, '.test-results/programs');

/** Bundles a program that tests run as a process, which would otherwise compile its sources again in each. Returns the file. */
export const bundleProgram = async (source: string): Promise<string> => {
  const entryFileNames = `${path.parse(source).name}-${process.pid}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: SERVICE,
    ssr: { noExternal: [/^@course\//] },
    build: {
      ssr: source,
      target: 'node20',
      outDir: BUNDLES,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames } },
    },
  });
  return path.join(BUNDLES, entryFileNames);
};
