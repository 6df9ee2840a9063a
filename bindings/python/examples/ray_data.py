"""Snapshots of Parquet files of pages with Ray Data: `python ray_data.py PAGES SNAPSHOTS`, two folders or addresses.

The files have a column `html`, of strings or of bytes; all other columns come out beside the snapshots. Pages go from Ray to the
engine and back in Arrow's memory: no Python object is made for a page.
"""

import sys

import pyarrow as pa

import d2snap


def snapshots(batch: pa.Table) -> pa.Table:
    """What `map_batches` calls on each worker with a batch of pages."""
    # Ray has a task on each core already. A page that fails has its message in the column `error`.
    return pa.table(d2snap.adaptive_arrow(batch, 4096, column="html", workers=1, on_error="return"))


def main(source: str, target: str) -> None:
    import ray

    pages = ray.data.read_parquet(source)
    pages.map_batches(snapshots, batch_format="pyarrow", batch_size=256).write_parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
