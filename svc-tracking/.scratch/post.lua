local n=0
request = function()
  n=n+1
  local body = string.format('{"sessionId":"session_1763687000000_abcdefghijklmnop%06d","pagePath":"/q%d","key":"01a1fbc3-4a87-7479-8%03x-%012x"}', n%1000000, n%17, n%4096, n)
  return wrk.format('POST','/api/page-views',{['content-type']='application/json',['origin']='http://localhost:3000',['x-forwarded-for']='203.0.113.7'},body)
end
