/**
 * Takes from a container what the host lends, whatever its version: one singleton of each module, whose fitness the
 * remote's contract number tells. The runtime's own way compares version ranges, in 2 KB of every remote's entry script.
 */
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

/** Puts it in the place of the runtime's part; a runtime that looks otherwise stays as it is. */
export const slimConsumes = {
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap('slim-consumes', (compilation) =>
      compilation.hooks.runtimeModule.tap('slim-consumes', (part) => {
        if (part.name !== 'consumes_loading') return;
        const data = /^\s*__webpack_require__\.consumesLoadingData = .*;$/m.exec(String(part.source.source));
        if (data) part.source.source = Buffer.from(data[0] + TAKE_WHAT_IS_LENT);
      }),
    ),
};
