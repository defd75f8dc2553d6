export DATABASE_URL=$(node -p "require('/tmp/tracking/stores.json').trackingDatabaseUrl") REDIS_URL=$(node -p "require('/tmp/tracking/stores.json').redisUrl") PUBLIC_URL=http://localhost:3000 PAGE_VIEW_KEYS=0123456789abcdef0123
exec node --max-semi-space-size=2 --optimize-for-size dist/main.mjs
