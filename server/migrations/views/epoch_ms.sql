-- A moment as whole milliseconds since 1970.
CREATE FUNCTION epoch_ms(moment timestamptz) RETURNS double precision LANGUAGE sql STABLE PARALLEL SAFE
RETURN trunc(extract(epoch FROM moment) * 1000)::double precision;
