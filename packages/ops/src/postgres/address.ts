export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** A plain libpq address, as psql and every driver take it. */
export const localAddress = (port: number, database: string, { user, password }: Credentials): string =>
  `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** The same server and database for another role. */
export const addressFor = (databaseUrl: string, { user, password }: Credentials): string => {
  const address = new URL(databaseUrl);
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password);
  return address.href;
};
