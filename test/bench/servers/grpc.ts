// The equal service over gRPC: an empty request, an empty reply.
import grpc from "@grpc/grpc-js";
import { grpcService } from "../grpc-service.ts";

const server = new grpc.Server();
server.addService(grpcService, {
  nothing: (_call: unknown, answer: grpc.sendUnaryData<Buffer>) => answer(null, Buffer.alloc(0)),
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.send?.({ port });
});
process.on("disconnect", () => process.exit(0));
