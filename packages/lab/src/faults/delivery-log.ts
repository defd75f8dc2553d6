/** A page view that was acknowledged, so must be stored. */
export interface Acknowledged {
  readonly sessionId: string;
  readonly pagePath: string;
  /** Set once its exit was acknowledged too. */
  readonly seconds?: number;
}

export interface StoredRow {
  readonly id: string;
  readonly session_id: string | null;
  readonly page_path: string | null;
  readonly time_spent_seconds: number | null;
}

export interface DeliveryResult {
  readonly acknowledgedEntries: number;
  readonly acknowledgedExits: number;
  readonly lostEntries: number;
  readonly lostExits: number;
  /** Rows whose content is not what was acknowledged. */
  readonly wrong: number;
}

const isLost = (row: StoredRow | undefined): boolean => row?.session_id == null;

/** Compares what was acknowledged with what is stored. */
export const compareWithRows = (
  acknowledged: ReadonlyMap<string, Acknowledged>,
  rows: ReadonlyMap<string, StoredRow>,
): DeliveryResult => {
  const entries = [...acknowledged];
  const exits = entries.filter(([, { seconds }]) => seconds !== undefined);
  const wrong = entries.filter(([id, { sessionId, pagePath, seconds }]) => {
    const row = rows.get(id);
    if (!row || isLost(row)) return false;
    const isOtherExit = seconds !== undefined && row.time_spent_seconds !== null && row.time_spent_seconds !== seconds;
    return row.session_id !== sessionId || row.page_path !== pagePath || isOtherExit;
  });
  return {
    acknowledgedEntries: entries.length,
    acknowledgedExits: exits.length,
    lostEntries: entries.filter(([id]) => isLost(rows.get(id))).length,
    lostExits: exits.filter(([id]) => rows.get(id)?.time_spent_seconds == null).length,
    wrong: wrong.length,
  };
};

/** True if nothing is lost and nothing wrong. */
export const isClean = ({ lostEntries, lostExits, wrong }: DeliveryResult): boolean =>
  lostEntries + lostExits + wrong === 0;
