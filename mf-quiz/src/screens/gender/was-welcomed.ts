const STORED = 'welcomed';

/** Returns true once the welcome was shown in this tab, or in this document where the browser refuses storage. */
export function wasWelcomed(): boolean {
  try {
    if (sessionStorage.getItem(STORED) !== null) return true;
  } catch {
    // Refused: the document knows.
  }
  return STORED in document.documentElement.dataset;
}

export function rememberWelcome(): void {
  document.documentElement.dataset[STORED] = 'yes';
  try {
    sessionStorage.setItem(STORED, 'yes');
  } catch {
    // Refused: it shows again after a reload.
  }
}
