# load.sh <pid> <port> <name>
cpu() { awk '{print ($14+$15)*10}' /proc/$1/stat; }
wrk -t1 -c32 -d2s -s .scratch/post.lua http://127.0.0.1:$2 >/dev/null
a=$(cpu $1); out=$(wrk -t1 -c32 -d6s --latency -s .scratch/post.lua http://127.0.0.1:$2); b=$(cpu $1)
n=$(echo "$out" | awk '/requests in/{print $1}'); r=$(echo "$out" | awk '/Requests\/sec/{print $2}'); p=$(echo "$out" | awk '/99%/{print $2}'); e=$(echo "$out" | grep -i non-2xx)
echo "$3: $r req/s, p99 $p, cpu $(node -p "(($b-$a)*1000/$n).toFixed(1)") us/req, $(grep VmRSS /proc/$1/status | tr -s '\t ' ' ') $e"
