import { startTestStores } from '@course/stack';
import pg from 'pg';
import { randomBytes } from 'node:crypto';
const stores = await startTestStores();
const SQL = `insert into tracking.page_views as t (id, entered_at, exited_at, time_spent_seconds, total_seconds, clamped, session_id, page_path, variant)
select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::real[], $5::real[], $6::bool[], $7::text[], $8::text[], $9::text[])
on conflict (id) do update set exited_at = greatest(t.exited_at, excluded.exited_at), entered_at = least(t.entered_at, excluded.entered_at)`;
const uuid = () => { const b = randomBytes(16); b.writeUIntBE(Date.now(),0,6); b[6]=0x70|(b[6]&15); b[8]=0x80|(b[8]&63); const h=b.toString('hex'); return `${h.slice(0,8)}-${h.slice(8,12)}-${h.slice(12,16)}-${h.slice(16,20)}-${h.slice(20)}`};
const batch = (n:number) => { const c:any[]=[[],[],[],[],[],[],[],[],[]]; const d=new Date().toISOString(); for(let i=0;i<n;i++){c[0].push(uuid());c[1].push(d);c[2].push(null);c[3].push(12.5);c[4].push(null);c[5].push(false);c[6].push('session_1763687000000_'+randomBytes(16).toString('base64url'));c[7].push('/q'+i%17);c[8].push(null)} return c;};
const rss=()=>Math.round(process.memoryUsage().rss/1e6);
const run = async (name:string, f:(c:any[])=>Promise<unknown>, n:number, rounds:number) => { for(let i=0;i<5;i++) await f(batch(n)); const bs=Array.from({length:rounds},()=>batch(n)); const c0=process.cpuUsage(), t0=performance.now(); for(const b of bs) await f(b); const ms=performance.now()-t0, c=process.cpuUsage(c0); console.log(name,'batch',n, Math.round(n*rounds/ms*1000),'rows/s', ((c.user+c.system)/(n*rounds)).toFixed(2),'us cpu/row','rss',rss()); };
console.log('rss start',rss());
const which = process.argv[2];
if (which==='pg') { const pool=new pg.Pool({connectionString:stores.trackingDatabaseUrl,max:2}); await pool.query('select 1'); console.log('rss',rss()); for (const n of [10,200,1000,5000]) await run('pg',c=>pool.query({name:'u',text:SQL,values:c}),n,n>1000?8:30); await pool.end(); }
else { const {PrismaClient}=await import('../src/generated/prisma/client.ts'); const {PrismaPg}=await import('@prisma/adapter-pg'); const p=new PrismaClient({adapter:new PrismaPg({connectionString:stores.trackingDatabaseUrl,max:2})}); await p.$queryRawUnsafe('select 1'); console.log('rss',rss()); for (const n of [10,200,1000,5000]) await run('prisma',c=>p.$executeRawUnsafe(SQL,...c),n,n>1000?8:30); await p.pageView.count(); console.log('rss after a model query', rss()); await p.$disconnect(); }
await stores.stop();
