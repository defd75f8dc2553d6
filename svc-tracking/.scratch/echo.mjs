import http from 'node:http';
http.createServer((q,r)=>{let b='';q.on('data',d=>b+=d);q.on('end',()=>{r.writeHead(201,{'content-type':'application/json'});r.end('{"id":"01a1fbc3-4a87-7479-81fd-259c384cad4e"}')})}).listen(0,'127.0.0.1',function(){console.log(this.address().port)});
