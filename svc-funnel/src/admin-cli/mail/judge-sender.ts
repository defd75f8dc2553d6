/** The signatures of a mail, verified with the keys published in DNS. */
export interface Signatures {
  /** The domains whose signatures are valid. */
  readonly passed: readonly string[];
  /** What is wrong with the others. */
  readonly failed: readonly string[];
}

interface SpfResult {
  /** As in RFC 7208: `pass`, `neutral`, `none`, `permerror` and so on. */
  readonly result: string;
  readonly comment: string | undefined;
}

/** What mailboxes look at before they trust a sender. */
export interface SenderRecords {
  /** The domain of `MAIL_FROM`. */
  readonly domain: string;
  readonly spf: {
    readonly records: readonly string[];
    /** The result for a server that the record does not name; null unless there is one record. */
    readonly forStranger: SpfResult | null;
    /** The result for our SMTP server; null if it is on this machine, or if its name does not resolve. */
    readonly forServer: { readonly name: string; readonly ip: string; readonly result: string } | null;
  };
  /** A test mail that was signed with our own key; null if none is set. */
  readonly ownKey:
    | (Signatures & {
        /** The name at which the key is published, and its TXT record. */
        readonly name: string;
        readonly record: string;
        readonly bits: number;
      })
    | null;
  /** A mail as its reader received it; null if none was given. */
  readonly received: Signatures | null;
  /** Null if there is no record, or more than one. */
  readonly dmarc: {
    readonly record: string;
    readonly policy: string;
    /** True if one of the valid signatures counts for the domain. */
    readonly isSigned: boolean;
  } | null;
  readonly mx: {
    readonly servers: readonly string[];
    /** True if the domain itself has an address, to which mail is delivered if there are no servers. */
    readonly hasAddress: boolean;
  };
}

/** One sentence with the result of a check and, unless that is good, what to do. */
export interface SenderFinding {
  readonly level: 'good' | 'note' | 'bad';
  readonly text: string;
}

const good = (text: string): SenderFinding => ({ level: 'good', text });
const note = (text: string): SenderFinding => ({ level: 'note', text });
const bad = (text: string): SenderFinding => ({ level: 'bad', text });

const judgeSpf = ({ domain, spf: { records, forStranger, forServer } }: SenderRecords): SenderFinding[] => {
  if (records.length === 0)
    return [
      bad(
        `SPF: ${domain} has no record; publish the TXT record that your mail provider gives, such as "v=spf1 include:mail.example.com -all".`,
      ),
    ];
  if (records.length > 1)
    return [bad(`SPF: ${domain} has ${records.length} records, so none counts; merge them into one.`)];
  if (records.some((record) => /(^|\s)\+?all(\s|$)/i.test(record)))
    return [bad(`SPF: the record of ${domain} lets everybody send ("+all"); end it with "-all".`)];
  if (forStranger?.result === 'permerror')
    return [
      bad(
        `SPF: the record of ${domain} cannot be evaluated (${forStranger.comment ?? 'syntax'}); it may look up at most ten names.`,
      ),
    ];
  if (forStranger?.result === 'temperror')
    return [bad(`SPF: a name in the record of ${domain} cannot be looked up just now; try again, or correct it.`)];
  const findings = [good(`SPF: ${domain} has one record, and it can be evaluated.`)];
  if (forStranger?.result === 'neutral' || forStranger?.result === 'none')
    findings.push(note(`SPF: the record of ${domain} restricts no sender; end it with "~all", later "-all".`));
  if (forServer && forServer.result !== 'pass')
    findings.push(
      note(
        `SPF: the record of ${domain} does not name ${forServer.name} (${forServer.ip}); add it, unless your provider sends from other servers.`,
      ),
    );
  return findings;
};

const RECOMMENDED_BITS = 2048;

const judgeOwnKey = ({ passed, failed, name, record, bits }: NonNullable<SenderRecords['ownKey']>): SenderFinding[] => {
  if (passed.length === 0)
    return [
      bad(
        `DKIM: our signature does not verify (${failed.join('; ') || 'no signature'}); publish at ${name} the TXT record "${record}".`,
      ),
    ];
  const findings = [good(`DKIM: a signed test mail verifies with the key at ${name}.`)];
  if (bits < RECOMMENDED_BITS)
    findings.push(
      note(
        `DKIM: the key has ${bits} bits; make one of ${RECOMMENDED_BITS} under a new selector: openssl genrsa ${RECOMMENDED_BITS}.`,
      ),
    );
  return findings;
};

const judgeReceived = ({ passed, failed }: Signatures): SenderFinding[] => {
  if (passed.length + failed.length === 0)
    return [
      bad(
        'DKIM: the received mail carries no signature; switch signing on at your mail provider, or set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE.',
      ),
    ];
  return [
    ...passed.map((domain) => good(`DKIM: the received mail is signed by ${domain}, and the signature verifies.`)),
    ...failed.map((failure) =>
      bad(
        `DKIM: a signature of the received mail does not verify (${failure}); publish the key that your provider shows.`,
      ),
    ),
  ];
};

const judgeDkim = ({ ownKey, received }: SenderRecords): SenderFinding[] =>
  ownKey || received
    ? [...(ownKey ? judgeOwnKey(ownKey) : []), ...(received ? judgeReceived(received) : [])]
    : [
        note(
          'DKIM: no key is set here, so your mail provider has to sign; save the source of a mail that you received and run mail check --file <mail.eml>.',
        ),
      ];

/** Returns the domains whose signatures are valid, on a test mail or on a received one. */
export const signersIn = ({ ownKey, received }: Pick<SenderRecords, 'ownKey' | 'received'>): string[] => [
  ...(ownKey?.passed ?? []),
  ...(received?.passed ?? []),
];

const judgeDmarc = ({ domain, dmarc, ...records }: SenderRecords): SenderFinding[] => {
  if (!dmarc)
    return [
      bad(
        `DMARC: ${domain} has no record, or several; publish one at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:dmarc@${domain}".`,
      ),
    ];
  const { policy, record, isSigned } = dmarc;
  const signers = signersIn(records);
  const findings =
    policy === 'none'
      ? [note(`DMARC: the policy of ${domain} is "none"; once the reports show only your own mails, set p=quarantine.`)]
      : [good(`DMARC: the policy of ${domain} is "${policy}".`)];
  if (!/;\s*rua=/i.test(record))
    findings.push(note(`DMARC: the record of ${domain} has no address for reports; add rua=mailto:dmarc@${domain}.`));
  if (signers.length > 0 && !isSigned)
    findings.push(
      bad(
        `DMARC: the signature of ${signers.join(', ')} does not count for ${domain}; have your provider sign as ${domain}.`,
      ),
    );
  return findings;
};

const judgeMx = ({ domain, mx: { servers, hasAddress } }: SenderRecords): SenderFinding => {
  // An empty name declares that the domain accepts no mail (RFC 7505).
  if (servers.some((server) => server !== ''))
    return good(`MX: ${domain} accepts mail, so bounces and replies reach you.`);
  // Without a record, mail is delivered to the domain's own address (RFC 5321, 5.1).
  return servers.length === 0 && hasAddress
    ? note(
        `MX: ${domain} has no record, so bounces and replies go to the machine at its address; publish an MX record unless that accepts mail.`,
      )
    : bad(`MX: ${domain} accepts no mail, so bounces and replies are lost; publish an MX record.`);
};

/** Judges whether mailboxes can trust a sender. Pure. */
export const judgeSender = (records: SenderRecords): SenderFinding[] => [
  ...judgeSpf(records),
  ...judgeDkim(records),
  ...judgeDmarc(records),
  judgeMx(records),
];
