/** Why there is no answer, and a way to ask again. */
export const FailureNote = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => (
  <div className="failure" role="alert">
    <p>{message}</p>
    <button type="button" className="small" onClick={onRetry}>
      Try again
    </button>
  </div>
);
