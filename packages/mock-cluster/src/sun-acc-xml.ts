// The application client's configuration file, as GlassFish users have it (DTD sun-application-client-container_1_2).

/** A target server of the file. */
export interface AccTarget {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The text of a `sun-acc.xml` with these targets and, when given, the load balancing policy as a property. */
export function sunAccXml(targets: readonly AccTarget[], policy?: string): string {
  const servers = targets.map(
    (target) =>
      `  <target-server name="${attribute(target.name)}" address="${attribute(target.host)}" port="${target.port}"/>`,
  );
  const property =
    policy === undefined
      ? []
      : [
          `  <property name="com.sun.appserv.iiop.loadbalancingpolicy" value="${attribute(policy)}"/>`,
        ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE client-container PUBLIC "-//Sun Microsystems Inc.//DTD Application Server 8.0 Application Client Container//EN" "http://www.sun.com/software/appserver/dtds/sun-application-client-container_1_2.dtd">',
    "<client-container>",
    ...servers,
    ...property,
    "</client-container>",
    "",
  ].join("\n");
}
