const STORAGE_KEY = 'welcomed';

/**
 * Returns true once the welcome dialog was shown in this tab, or in this document if session storage is unavailable.
 */
export function wasWelcomed(): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) !== null) return true;
  } catch {
    // Storage unavailable: fall back to the document's dataset.
  }
  return STORAGE_KEY in document.documentElement.dataset;
}

export function rememberWelcome(): void {
  document.documentElement.dataset[STORAGE_KEY] = 'yes';
  try {
    sessionStorage.setItem(STORAGE_KEY, 'yes');
  } catch {
    // Storage unavailable: the dialog shows again after a reload.
  }
}
