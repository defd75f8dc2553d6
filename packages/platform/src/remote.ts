/** For remotes of contract 1, which were built to take it from here. Today's take it from the contract. */
export const defineRemote = <Remote extends object>(remote: Remote): Remote & { readonly contract: 1 } => ({
  contract: 1,
  ...remote,
});
