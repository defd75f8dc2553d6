cd /work/main/svc-tracking; rm -rf /tmp/tracking/prof; mkdir -p /tmp/tracking/prof
sed 's#exec node#exec node --cpu-prof --cpu-prof-dir=/tmp/tracking/prof#' .scratch/run.sh > .scratch/run-prof.sh
(PORT=0 RATE_LIMITS=${RATE_LIMITS:-off} WRITER=$1 bash .scratch/run-prof.sh > /tmp/tracking/svc.log 2>&1 & echo $! > /tmp/tracking/svc.pid)
for i in $(seq 50); do grep -q listening /tmp/tracking/svc.log && break; sleep 0.1; done
grep -o '"port":[0-9]*' /tmp/tracking/svc.log | cut -d: -f2 > /tmp/tracking/port
bash .scratch/load.sh $(cat /tmp/tracking/svc.pid) $(cat /tmp/tracking/port) svc-writer-$1
kill $(cat /tmp/tracking/svc.pid); for i in $(seq 80); do [ -d /proc/$(cat /tmp/tracking/svc.pid) ] || break; sleep 0.1; done
node .scratch/top.mjs $(ls /tmp/tracking/prof/*)
