import { describe, expect, it } from 'vitest';
import markPure from '../src/pure-loader.mjs';

describe('marking what has no effect until it is used', () => {
  it.each([
    ['var Link = React10.forwardRef(', 'var Link = /* @__PURE__ */ React10.forwardRef('],
    ['var Routes = React3.memo(Impl);', 'var Routes = /* @__PURE__ */ React3.memo(Impl);'],
    ['Link.displayName = "Link";', ''],
    ['var A = class extends B {\n  x() {}\n};\nA.contextType = C;', 'var A = /* @__PURE__ */ Object.assign(class extends B {\n  x() {}\n}, { contextType: C });'],
    ['state = setState(next);', 'state = setState(next);'],
  ])('%s', (before, after) => {
    expect(markPure(before)).toBe(after);
  });
});
