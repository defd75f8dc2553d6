cd /work/main/svc-tracking
(PORT=${PORT:-0} RATE_LIMITS=${RATE_LIMITS:-off} bash .scratch/run.sh > /tmp/tracking/svc.log 2>&1 & echo $! > /tmp/tracking/svc.pid)
for i in $(seq 50); do grep -q listening /tmp/tracking/svc.log && break; sleep 0.1; done
grep -o '"port":[0-9]*' /tmp/tracking/svc.log | cut -d: -f2 > /tmp/tracking/port
