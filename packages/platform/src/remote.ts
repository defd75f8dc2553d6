/** For remotes of contract 1, which import it from here. Later ones import it from the contract. */
export const defineRemote = <Remote extends object>(remote: Remote): Remote & { readonly contract: 1 } => ({
  contract: 1,
  ...remote,
});
