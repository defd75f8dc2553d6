import { startTestStores } from '@course/stack';
import { writeFileSync } from 'node:fs';
const s = await startTestStores();
writeFileSync('/tmp/tracking/stores.json', JSON.stringify({...s, redisPid:s.redisPid, postgresPid:s.postgresPid}));
console.log('up', process.pid);
process.on('SIGTERM', () => s.stop().then(()=>process.exit(0)));
setInterval(()=>{},1e6);
