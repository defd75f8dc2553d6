import { expect, it } from 'vitest';
import { addressIn, callerOf, trustedProxies } from './client-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts %s as the caller %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
])('reads the entry %s as the address %s', (entry, address) => {
  expect(addressIn(entry)).toBe(address);
});

it.each([
  ['0', '10.0.0.1', 0, false],
  ['none', '10.0.0.1', 0, false],
  ['1', '203.0.113.7', 0, true],
  ['1', '203.0.113.7', 1, false],
  ['2', '203.0.113.7', 1, true],
  ['192.0.2.7', '192.0.2.7', 0, true],
  ['192.0.2.7', '192.0.2.8', 0, false],
  ['192.0.2.7, 10.0.0.0/8', '10.200.3.4', 3, true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', 0, true],
  ['2001:db8::/32', '2001:db8:9::1', 0, true],
  ['2001:db8::/32', '2001:db9::1', 0, false],
  ['loopback', '127.0.0.1', 0, true],
  ['loopback', '::1', 0, true],
  ['uniquelocal', '172.18.0.3', 0, true],
  ['uniquelocal', '172.32.0.3', 0, false],
  ['uniquelocal', 'unknown', 0, false],
])('with %s trusts %s at hop %i: %s', (setting, address, hop, trusted) => {
  expect(trustedProxies.parse(setting)(address, hop)).toBe(trusted);
});

it.each([
  '',
  ' ',
  'true',
  'yes',
  'nginx',
  '-1',
  '1.5',
  '10',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0/8',
  '10.0.0.1/8/8',
  '10.0.0.1, proxy',
  '2001:db8::/129',
])('refuses "%s"', (setting) => {
  expect(trustedProxies.safeParse(setting).error?.issues[0]?.message).toMatch(
    /^must be the number of proxies in front/,
  );
});
