/** The part of a package.json that packing reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: {
    /** For the packed package only: in this workspace its target would be TypeScript, which cannot be run. */
    readonly bin?: Readonly<Record<string, string>>;
    /** True if the packed package has its devDependencies, which servers' images omit here, as dependencies. */
    readonly bringsItsTools?: boolean;
  };
  readonly [field: string]: unknown;
}

/** Returns the path of a source's compiled or copied file: `./src/index.ts` -> `./dist/index.js`. */
export const builtPath = (source: string): string =>
  source.replace(/^\.\/(src\/)?/, './dist/').replace(/(?<!\.d)\.tsx?$/, '.js');

const typesOf = (built: string): string => built.replace(/\.(m?)js$/, '.d.$1ts');

const builtExport = (source: string | { readonly types: string }): object | string => {
  if (typeof source !== 'string') return { types: builtPath(source.types) };
  const built = builtPath(source);
  return /\.m?js$/.test(built) ? { types: typesOf(built), default: built } : built;
};

/** Fields that only the workspace needs. */
const WORKSPACE_FIELDS = ['private', 'nx', 'scripts', 'devDependencies', 'publishConfig'];
const isForTests = (source: string | object): boolean => typeof source === 'string' && source.startsWith('./testing/');

/** Returns the package.json of the packed package, whose exports point to built files with types. */
export const packedManifest = (manifest: Manifest): object => {
  const { publishConfig = {}, exports, bin = publishConfig.bin, dependencies, devDependencies } = manifest;
  const kept = Object.entries(manifest).filter(([field]) => !WORKSPACE_FIELDS.includes(field));
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
