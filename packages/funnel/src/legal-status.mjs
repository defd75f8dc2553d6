/** The ISO date of each legal text's last change. `sample`: true if a lawyer has to replace it before going live. */
export const LEGAL_STATUS = /** @type {const} */ ({
  terms: { updated: '2026-11-22', sample: true },
  privacy: { updated: '2026-11-28', sample: true },
  refund: { updated: '2026-11-28', sample: false },
  subscription: { updated: '2026-11-28', sample: false },
  imprint: { updated: '2026-11-22', sample: false },
});
