# mutate.sh file 'python replace from' 'to' testfile filter
cp $1 /tmp/tracking/backup.ts
python3 - "$1" "$2" "$3" <<'P'
import sys
p,a,b=sys.argv[1:4]; s=open(p).read(); assert a in s, 'not found'; open(p,'w').write(s.replace(a,b))
P
npx vitest run $4 ${5:+-t "$5"} 2>&1 | grep -E "✓|×|FAIL|Tests |AssertionError|Error:" | head -8
cp /tmp/tracking/backup.ts $1
