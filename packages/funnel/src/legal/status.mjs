/**
 * Of each legal text, the ISO date of its last change, and whether it is a sample: written by us as a stand-in, to be
 * replaced by a lawyer before going live.
 */
export const LEGAL_STATUS = /** @type {const} */ ({
  terms: { updated: '2026-11-21', sample: true },
  privacy: { updated: '2026-11-22', sample: true },
  refund: { updated: '2026-11-22', sample: false },
  subscription: { updated: '2026-11-21', sample: false },
});
