const m=()=>Math.round(process.memoryUsage().rss/1e6); let b=m(); console.log('start',b);
for (const p of ['reflect-metadata','rxjs','@nestjs/common','@nestjs/core','fastify','@nestjs/platform-fastify','redis','pg','pino','prom-client','zod','rate-limiter-flexible']) { await import(p); const n=m(); console.log(p,'+'+(n-b)); b=n; }
console.log('total',b); 
