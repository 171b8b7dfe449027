/**
 * The floor below socket.io: a bare `ws` server that answers in the same packets, so that the same generator can ask it.
 * No product code, no rooms, no parsing but of what it must read.
 */
import { WebSocketServer } from "ws";

const server = new WebSocketServer({
  port: Number(process.env.PORT),
  host: "127.0.0.1",
  backlog: 4096,
  perMessageDeflate: false,
});

let view = '42["view",{"version":0}]';

server.on("connection", (socket) => {
  socket.send('0{"sid":"-"}');
  socket.on("message", (data) => {
    const text = String(data);
    if (text.startsWith("40")) socket.send('40{"sid":"-"}');
    else if (text.startsWith('42["join"')) socket.send(view);
    else if (text.startsWith('42["show",')) {
      view = `42["view",${text.slice('42["show",'.length)}`;
      for (const client of server.clients) client.send(view);
    } else if (text.startsWith("42")) {
      const id = /^42(\d+)/.exec(text)?.[1] ?? "";
      socket.send(`43${id}[{"ok":true}]`);
    }
  });
});
