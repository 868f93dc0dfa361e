import type grpc from "@grpc/grpc-js";

const same = (octets: Buffer): Buffer => octets;

/** A service with one method that takes nothing and gives nothing; octets are their own serialized form. */
export const grpcService: grpc.ServiceDefinition = {
  nothing: {
    path: "/bench.Bench/Nothing",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};
