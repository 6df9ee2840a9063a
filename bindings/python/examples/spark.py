"""Snapshots of a Parquet file of pages with PySpark: `python spark.py PAGES.parquet SNAPSHOTS.parquet`.

The file has a column `html`, of strings or of bytes; all other columns come out beside the snapshots. Pages go from Spark to the
engine and back in Arrow's memory: no Python object is made for a page.
"""

import sys
from typing import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

import d2snap


def snapshots(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What `mapInArrow` calls on each executor, with its share of the pages."""
    for batch in batches:
        # Spark has a task on each core already. A page that fails has its message in the column `error`.
        done = d2snap.adaptive_arrow(batch, 4096, column="html", workers=1, on_error="return")
        yield pa.record_batch(done)


def adaptive(pages: DataFrame) -> DataFrame:
    """The snapshots of a data frame of pages: its other columns, then `snapshot`, `tokens`, `targets` and `error`."""
    others = [field for field in pages.schema.fields if field.name != "html"]
    added = [
        StructField("snapshot", StringType()),
        StructField("tokens", IntegerType()),
        StructField("targets", IntegerType()),
        StructField("error", StringType()),
    ]
    return pages.mapInArrow(snapshots, StructType([*others, *added]))


def main(source: str, target: str) -> None:
    spark = SparkSession.builder.appName("d2snap").getOrCreate()
    adaptive(spark.read.parquet(source)).write.parquet(target)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:3])
