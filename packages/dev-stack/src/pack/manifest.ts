/** A package.json, as far as packing reads it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: {
    /** Of the packed package alone: here its TypeScript could not be run. */
    readonly bin?: Readonly<Record<string, string>>;
    /** True if its tools for development, which servers' images go without here, are what the packed package brings. */
    readonly bringsItsTools?: boolean;
  };
  readonly [field: string]: unknown;
}

/** Where the compiler puts what it makes of a source: `./src/index.ts` -> `./dist/index.js`. Other files are copied there. */
export const builtPath = (source: string): string =>
  source.replace(/^\.\/(src\/)?/, './dist/').replace(/(?<!\.d)\.tsx?$/, '.js');

const typesOf = (built: string): string => built.replace(/\.(m?)js$/, '.d.$1ts');

const builtExport = (source: string | { readonly types: string }): object | string => {
  if (typeof source !== 'string') return { types: builtPath(source.types) };
  const built = builtPath(source);
  return /\.m?js$/.test(built) ? { types: typesOf(built), default: built } : built;
};

/** For the workspace alone. */
const LEFT_OUT = ['private', 'nx', 'scripts', 'devDependencies', 'publishConfig'];
const isForTests = (source: string | object): boolean => typeof source === 'string' && source.startsWith('./testing/');

/** Returns the package.json of the packed package: exports lead to what was built, with types. */
export const packedManifest = (manifest: Manifest): object => {
  const { publishConfig = {}, exports, bin = publishConfig.bin, dependencies, devDependencies } = manifest;
  const kept = Object.entries(manifest).filter(([field]) => !LEFT_OUT.includes(field));
  return {
    ...Object.fromEntries(kept),
    dependencies: { ...dependencies, ...(publishConfig.bringsItsTools && devDependencies) },
    exports: Object.fromEntries([
      ...Object.entries(exports)
        .filter(([, source]) => !isForTests(source))
        .map(([name, source]) => [name, builtExport(source)]),
      ['./package.json', './package.json'],
    ]),
    ...(bin && {
      bin: Object.fromEntries(
        Object.entries(bin).map(([name, file]) => [name, builtPath(`./${file.replace(/^\.\//, '')}`).slice(2)]),
      ),
    }),
    files: ['dist', 'template', 'CHANGELOG.md'],
  };
};
