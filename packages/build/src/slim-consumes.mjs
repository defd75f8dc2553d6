/**
 * A container's runtime without what only containers need that lend modules themselves or choose between versions: 3 KB
 * at the head of every remote, 1 KB over the wire. A remote lends nothing and takes what the host lends, whatever its
 * version: one singleton of each module, whose fitness the remote's contract number tells.
 */
const SLIMMER = {
  consumes_loading: (source) => {
    const data = /^\s*__webpack_require__\.consumesLoadingData = .*;$/m.exec(source)?.[0];
    return data && data.replaceAll(/, import: null,[^}]*/g, '') + TAKE_WHAT_IS_LENT;
  },
  sharing: (source) => (/scopeToSharingDataMapping: \{\s*\}/.test(source) ? LEND_NOTHING : undefined),
};

const TAKE_WHAT_IS_LENT = `
__webpack_require__.f.consumes = function (chunkId, promises) {
  var data = __webpack_require__.consumesLoadingData;
  (data.chunkMapping[chunkId] || []).forEach(function (id) {
    if (__webpack_require__.m[id]) return;
    var wanted = data.moduleIdToConsumeDataMapping[id];
    var versions = __webpack_require__.S[wanted.shareScope][wanted.shareKey];
    if (!versions) throw new Error('The host lends no ' + wanted.shareKey);
    var keep = function (factory) {
      __webpack_require__.m[id] = function (module) { module.exports = factory(); };
    };
    var lent = versions[Object.keys(versions)[0]].get();
    promises.push(lent.then ? lent.then(keep) : keep(lent));
  });
};`;

const LEND_NOTHING = `
__webpack_require__.S = {};
__webpack_require__.I = function () {};`;

/** Puts them in the place of the runtime's parts; a runtime that looks otherwise stays as it is. */
export const slimConsumes = {
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap('slim-consumes', (compilation) =>
      compilation.hooks.runtimeModule.tap('slim-consumes', (part) => {
        const slim = SLIMMER[part.name]?.(String(part.source.source));
        if (slim) part.source.source = Buffer.from(slim);
      }),
    ),
};
