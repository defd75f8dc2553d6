/** The specification prescribes this text. */
export const NotFound = () => (
  <main className="host-screen" data-screen="not-found">
    <h1>404 Page Not Found</h1>
    <p>Did you forget to add the page to the router?</p>
    <p>
      <a href="/" className="host-button">
        Back to the start
      </a>
    </p>
  </main>
);
