// A statement that stands alone has no search_path of its own: it says where every table, operator, type and function is.

/** An operator of PostgreSQL's own, whatever a connection's search_path puts before it. */
export function operator(sign: string): string {
  return `OPERATOR(pg_catalog.${sign})`;
}

export const eq: string = operator('=');

/** Tables by their whole names; without a schema as the transaction finds them. */
export function tableIn(schema: string | undefined): (table: string) => string {
  return (table) => (schema === undefined ? table : `"${schema}".${table}`);
}

/** `column IN (…)` as it stands in a partial index, with the operator named. */
export function among(condition: string): string {
  return condition.replace(/ IN \((.*)\)$/, ` ${eq} ANY (ARRAY[$1])`);
}

/** The database's clock of the moment, not of a transaction's start, in milliseconds since 1970. */
export const clock: string = `pg_catalog.floor(pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()) ${operator('*')} 1000::float)::bigint`;
